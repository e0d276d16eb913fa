/** A refusal that the operator can do something about; its text is all that is shown. */
export class OperatorError extends Error {
  /** @param message what is wrong and what to do, in whole sentences */
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
