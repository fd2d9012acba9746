import { refuse } from '../../http/refusal.ts'
import { blankName, namesOf } from '../places/names.ts'
import { timeZoneOf } from './time-zone.ts'

interface Typed {
  readonly name?: string | undefined
  readonly zone?: string | undefined
  readonly address?: string | undefined
}

const noZone = refuse('INVALID_REQUEST', 'This is the name of no time zone.', {
  details: [{ path: 'body.zone', message: 'not a name as Europe/London' }],
})

const endOfLine = /\r\n|[\n\r\u0085\u2028\u2029]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u001f\u007f-\u009f]/gu

/** The lines of an address, without what can't be seen. */
const addressOf = (typed: string): string =>
  typed
    .toWellFormed()
    .split(endOfLine)
    .map((line) => line.replaceAll(controls, ' ').trim())
    .join('\n')
    .trim()

/** The columns of the fields of a centre that are given. */
export const columnsOf = ({ name, zone, address }: Typed) => {
  const names = name === undefined ? {} : namesOf(name)
  if (!names) return blankName
  const known = zone === undefined ? undefined : timeZoneOf(zone)
  if (zone !== undefined && known === undefined) return noZone
  return {
    ok: true as const,
    columns: {
      ...names,
      ...(known !== undefined && { zone: known }),
      ...(address !== undefined && { address: addressOf(address) }),
    },
  }
}
