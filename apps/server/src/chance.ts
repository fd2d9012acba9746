import { hash } from 'node:crypto'

/**
 * Numbers from 0 to below 1 that look like chance and are the same for the same seed, so that what a form run was given by chance
 * needs no keeping: a resume, another device and another node find it again.
 */
export const chanceOf = (seed: string): (() => number) => {
  let count = 0
  return () => {
    count += 1
    return hash('sha256', `${count} ${seed}`, 'buffer').readUInt32BE() / 2 ** 32
  }
}
