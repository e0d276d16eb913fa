/// <reference lib="webworker" />
import { keepPictures } from './pictures.ts';
import { keepShell } from './shell.ts';
import { takeOver } from './take-over.ts';

declare const self: ServiceWorkerGlobalScope;

/** What is kept: the shell and the pictures. Nothing below /api ever is; saved data lives in the pages' databases. */
keepShell(self.__WB_MANIFEST);
keepPictures();
takeOver();
