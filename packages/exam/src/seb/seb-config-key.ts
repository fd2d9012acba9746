import type { Sha256 } from '../evidence/chain.ts'

/** A value of the settings of Safe Exam Browser, as a property list has it; bytes are its `data`. */
export type SebValue = boolean | number | string | Date | Uint8Array | readonly SebValue[] | SebSettings

/** Settings of Safe Exam Browser by their keys: what a `.seb` file holds. */
export interface SebSettings {
  readonly [key: string]: SebValue
}

/** Tells who wrote the file, and is no part of what the Config Key represents. */
const writer = 'originatorversion'

const isList = (value: SebValue): value is readonly SebValue[] => Array.isArray(value)

/** Whether it is a dictionary; of the other objects none is. */
const isSettings = (value: SebValue): value is SebSettings =>
  typeof value === 'object' && !isList(value) && !(value instanceof Date) && !(value instanceof Uint8Array)

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** ISO 8601 in whole seconds, as a property list has it. */
export const isoOf = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z')

/** Without regard to case; of two keys that differ in nothing else, the one with the small letter first. */
const inOrder = ([one]: readonly [string, SebValue], [other]: readonly [string, SebValue]): number => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  if (a !== b) return a < b ? -1 : 1
  return one > other ? -1 : one < other ? 1 : 0
}

/** Nothing is escaped: what is between the quotation marks is the text itself. */
const quoted = (text: string) => `"${text}"`

const jsonOf = (value: SebValue): string => {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return quoted(isoOf(value))
  if (value instanceof Uint8Array) return quoted(base64Of(value))
  return isList(value) ? `[${value.map(jsonOf).join(',')}]` : sebJson(value)
}

/**
 * Settings as the one line that their Config Key is the hash of: keys sorted in every dictionary, no space, nothing escaped, bytes in
 * base64, without the writer and without dictionaries that are empty.
 */
export const sebJson = (settings: SebSettings): string => {
  const held = Object.entries(settings).filter(
    ([key, value]) => key.toLowerCase() !== writer && !(isSettings(value) && Object.keys(value).length === 0),
  )
  return `{${held
    .sort(inOrder)
    .map(([key, value]) => `${quoted(key)}:${jsonOf(value)}`)
    .join(',')}}`
}

/** The Config Key of settings (safeexambrowser.org/developer/seb-config-key.html): 64 hexadecimal digits. */
export const sebConfigKey = (settings: SebSettings, sha256: Sha256): string => sha256(sebJson(settings))
