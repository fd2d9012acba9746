import { attributeOf, childrenOf, type Element, nameOf } from '../../files/xml.ts'

/** The addresses of a sound or film, of which the first that can be played counts. */
export const mediaAddresses = (medium: Element): string[] =>
  [medium, ...childrenOf(medium, 'source')].flatMap((one) => attributeOf(one, 'src') ?? attributeOf(one, 'data') ?? [])

/** Whether a sound, film or object is a film, by what it says of itself. */
export const isFilm = (medium: Element): boolean =>
  nameOf(medium) === 'video' ||
  [medium, ...childrenOf(medium, 'source')].some((one) => /^video\//i.test(attributeOf(one, 'type') ?? ''))
