/**
 * What attempts are counted by beside their address: the account, session or exam that they are at. By the address alone a school
 * whose learners all come from one would lock itself out when an exam begins. By nothing that the call doesn't read: whoever sends it
 * along, another each time, would never have made too many. The body is one that the call has read.
 */
export type CountedBy = (body: Readonly<Record<string, unknown>>) => readonly unknown[]

/** Of calls that are at no account: those from one address are counted together. */
export const byAddress: CountedBy = () => []

/** A name in other letters is the same name. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).normalize('NFC').slice(0, 200).toLowerCase() : ''

/** The parts of a bucket's name, of what a call says and where it comes from. */
export const partsOf = (countedBy: CountedBy, network: string, body: unknown): string[] => [
  network,
  // Boundary: what the schema of the call has read is an object, or nothing.
  ...countedBy((body ?? {}) as Readonly<Record<string, unknown>>).map(textOf),
]
