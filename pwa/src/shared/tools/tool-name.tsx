import { keepUnits } from '@karigar/bff/page-words';
import classes from './tool-name.module.css';

/** A tool's name in a list: three lines of it at most, however long it is. All of it is read out, and shown to a mouse. */
export function ToolName({ name }: { name: string }) {
  return (
    <span className={classes.name} title={name}>
      {keepUnits(name)}
    </span>
  );
}
