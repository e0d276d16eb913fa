/** One thing that a shop is asked for by `doctor`. */
export interface Check {
  name: string;
  /** What its line says when all is well. */
  good: string;
  /** Answers what is weaker than it could be; nothing when all is well. Throws what is at fault. */
  ask(): Promise<readonly string[]>;
}

/** Asks all at once; answers the lines of the table. `words` says what is at fault. */
export async function lines(checks: readonly Check[], words: (error: unknown) => string) {
  const answers = await Promise.all(
    checks.map(async ({ name, good, ask }) => {
      try {
        const weak = await ask();
        if (weak.length === 0) return [{ name, state: 'ok', text: good }];
        return weak.map((text) => ({ name, state: 'weak', text }));
      } catch (error) {
        return [{ name, state: 'FAULT', text: words(error) }];
      }
    }),
  );
  return answers.flat();
}

/** Something that keeps a shop from selling, in words that say what to do. */
export class DoctorFault extends Error {
  override readonly name = 'DoctorFault';
}

/** Makes the fault of a request that got no answer from `host`: no name, no connection, no good certificate. */
export function noAnswer(host: string, error: unknown): DoctorFault {
  const { code = '', cause } = error as { code?: string; cause?: { code?: string } };
  const why = code || (cause?.code ?? '');
  if (/^(ENOTFOUND|EAI_)/.test(why))
    return new DoctorFault(`DNS does not know ${host}: make its record, or look at the DNS of this machine.`);
  if (/CERT|SIGNED|SIGNATURE|ERR_TLS|ERR_SSL/.test(why))
    return new DoctorFault(`The certificate of ${host} is not valid (${why}): read the log of the proxy.`);
  return new DoctorFault(
    `${host} does not answer${why && ` (${why})`}: look at the network, the firewall and the proxy.`,
  );
}
