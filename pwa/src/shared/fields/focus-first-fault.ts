/** The part of a form that is needed to find one of its fields. */
interface FormWithFields {
  getInputNode(path: string): HTMLElement | null;
}

/** What a refused form does: it leads to the first field that needs the person, whose fault is then read out. */
export const focusFirstFault =
  (form: FormWithFields) =>
  (faults: Record<string, unknown>): void => {
    const [first] = Object.keys(faults);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
