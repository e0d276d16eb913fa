/** The version of this build, filled in by Vite. */
declare const __BUILD_VERSION__: string;
