import { textField } from '@sitwell/navigation/address-query.ts'

/** Letters and digits of a draw's name that nobody takes for one another when they read it out. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const seedLength = 6

const wanted = /^[\w-]{1,64}$/

/** What a preview keeps in its address: `version`, the newest unless it names one, and `draw`, by which chance decides. */
export const previewFields = { version: textField({ longest: 10 }), draw: textField({ longest: 64 }) }

/** The address of the preview of a version of an exam. */
export const previewPath = (examGuid: string, version: number): string =>
  `/library/exams/${encodeURIComponent(examGuid)}/preview?version=${version}`

/** A name for a draw. `random`: at least 0 and below 1. */
export const newSeed = (random: () => number = Math.random): string =>
  Array.from({ length: seedLength }, () => letters.charAt(Math.floor(random() * letters.length))).join('')

/** The draw that an address names; undefined if it names none that could be one. */
export const seedIn = (draw: string): string | undefined => (wanted.test(draw) ? draw : undefined)

/** The version that an address names, the newest unless there is one; undefined if there is none of that number. */
export const versionIn = (named: string, versions: readonly { readonly version: number }[]): number | undefined =>
  named === '' ? versions[0]?.version : versions.find(({ version }) => String(version) === named)?.version
