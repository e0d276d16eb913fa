/** Why a promise is missed, by its name in the list of bars; shown in the report only while it is missed. */
export const reasons: Readonly<Record<string, string>> = {};
