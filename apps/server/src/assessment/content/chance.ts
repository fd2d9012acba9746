import { createHash } from 'node:crypto'

/**
 * Numbers from 0 to below 1 that look like chance and are the same for the same seed, so that what a form run was given by chance
 * needs no keeping: a resume, another device and another node find it again.
 */
export const chanceOf = (seed: string): (() => number) => {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`${count} ${seed}`).digest().readUInt32BE() / 2 ** 32
  }
}
