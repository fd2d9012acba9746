import { signInName } from '../../sign-in-name.ts'

/**
 * What attempts are counted by beside their address: the account, session or exam that they are at. By the address alone a school
 * whose learners all come from one would lock itself out when an exam begins. By nothing that the call doesn't read: whoever sends it
 * along, another each time, would never have made too many. The body is one that the call has read.
 */
export type CountedBy = (body: Readonly<Record<string, unknown>>) => Counted

export interface Counted {
  readonly by: readonly unknown[]
  /**
   * `known`: what it shows was given out by this server, so it is none of a flood of things made up. `made-up`: it wasn't, and is
   * counted with its network alone: a row for each would fill the database. `name`: a name, which anybody can make up until the call
   * lets it in; from then on it is known in the network that it came from.
   */
  readonly shows?: 'known' | 'made-up' | 'name'
}

/** Of calls that are at no account: those from one address are counted together. */
export const byAddress: CountedBy = () => ({ by: [] })

/** A name in other letters is the same name. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? signInName(String(value).slice(0, 200)) : ''

/** How a call is counted, by what it says. */
export const countedOf = (countedBy: CountedBy, body: unknown): Counted =>
  // Boundary: what the schema of the call has read is an object, or nothing.
  countedBy((body ?? {}) as Readonly<Record<string, unknown>>)

/** The parts of a bucket's name, of what a call says and where it comes from. */
export const partsOf = ({ by }: Counted, network: string): string[] => [network, ...by.map(textOf)]
