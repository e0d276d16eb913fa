import { z } from 'zod';
import { oneOf, optional } from './variables.ts';

/** Environment variables, as a process has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Tells whether a secret is one of the demo, which everybody can read. */
const isDemoSecret = (secret: string) => /MOCK|karigar_demo/.test(secret);

/** Variables, read one by one. */
export type Environment = ReturnType<typeof environmentOf>;

/**
 * Reads variables. An empty one counts as absent. Each fault is a sentence that begins with the name of its variable; what is at fault reads as
 * undefined, so that no fault hides another. `refusal` says what is wrong with a value that its schema takes, false for nothing.
 */
export function environmentOf(variables: Variables, fault: (sentence: string) => void) {
  const read = <S extends z.ZodType>(
    name: string,
    schema: S,
    refusal: (value: z.output<S>, given: string) => string | false = () => false,
  ): z.output<S> => {
    const given = variables[name] || undefined;
    const { success, data, error } = schema.safeParse(given);
    if (!success) for (const { message } of error.issues) fault(`${name} ${message}`);
    const refused = success && refusal(data, given ?? '');
    if (refused) fault(`${name} ${refused}`);
    return (success && !refused ? data : undefined) as z.output<S>;
  };
  const production =
    read('NODE_ENV', oneOf(['development', 'test', 'production'], 'development')) === 'production';
  const rehearsal = read('REHEARSAL', oneOf(['on', 'off'], 'off')) === 'on';
  const inProduction = (why: string) => (value: unknown) =>
    production && Boolean(value) && `${why}, which production refuses`;
  return {
    production,
    /** Emulator and simulator stand in for Firebase and Stripe in production, or behind a proxy on this machine. */
    rehearsal,
    read,
    fault,
    /** Refuses a value in production. */
    inProduction,
    /** The same, but takes it in a rehearsal. */
    unlessRehearsed: (why: string) => (value: unknown) => !rehearsal && inProduction(why)(value),
    /** Refuses the demo's secrets in production. */
    secret: (_: unknown, given: string) => inProduction('is a demo secret')(isDemoSecret(given)),
    /** Refuses in production a secret that no generator made. */
    random: (_: unknown, given: string) =>
      given !== '' &&
      // No generator repeats a few characters.
      inProduction('is a demo secret or not random')(isDemoSecret(given) || new Set(given).size < 10),
    /** Makes a secret required in production, made by `how`; elsewhere it may be absent. */
    needed: <S extends z.ZodType<unknown, string>>(schema: S, how: string) =>
      production ? z.string({ error: `is required in production: ${how}` }).pipe(schema) : optional(schema),
  };
}
