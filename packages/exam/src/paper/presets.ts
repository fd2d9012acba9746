import { type Support, supports } from './explanations.ts'

/** What one accommodation sets for its person in every exam, beside time. */
export interface Preset {
  /** Percent of the usual size of texts. */
  readonly textPercent?: number | undefined
  /** The name of a colour theme. */
  readonly theme?: string | undefined
  /** Explanations that they get where neither the exam nor its schedule says which are offered. */
  readonly supports?: readonly Support[] | undefined
  /** They get these supports also where the exam or its schedule doesn't offer them. */
  readonly opensSupports?: boolean | undefined
  /** When it was written, in milliseconds since 1970. */
  readonly writtenAtMs: number
}

/** What all accommodations of a person set together. Nothing of it is there that none of them sets. */
export interface Presets {
  readonly textPercent?: number | undefined
  readonly theme?: string | undefined
  readonly supports?: readonly Support[] | undefined
  /** Those of `supports` that hold also where the exam or its schedule doesn't offer them. */
  readonly opened?: readonly Support[] | undefined
}

export const noPresets: Presets = {}

const inOrder = (named: readonly Support[]): readonly Support[] => supports.filter((one) => named.includes(one))

const newestFirst = (one: Preset, other: Preset): number =>
  other.writtenAtMs - one.writtenAtMs || ((one.theme ?? '') < (other.theme ?? '') ? -1 : 1)

/** Of several, the largest text counts, the theme that was written last, and all supports that any of them names. */
export const presetsOf = (each: readonly Preset[]): Presets => {
  const textPercent = Math.max(0, ...each.map((one) => one.textPercent ?? 0))
  const theme = each.filter((one) => one.theme !== undefined).sort(newestFirst)[0]?.theme
  const named = inOrder(each.flatMap((one) => one.supports ?? []))
  const opened = inOrder(each.flatMap((one) => (one.opensSupports === true ? (one.supports ?? []) : [])))
  return {
    ...(textPercent > 0 && { textPercent }),
    ...(theme !== undefined && { theme }),
    ...(named.length > 0 && { supports: named }),
    ...(opened.length > 0 && { opened }),
  }
}

/** Whether both set the same. */
export const isSamePresets = (one: Presets, other: Presets): boolean =>
  one.textPercent === other.textPercent &&
  one.theme === other.theme &&
  one.supports?.join() === other.supports?.join() &&
  one.opened?.join() === other.opened?.join()

/**
 * The supports that somebody is offered in an exam. `says`: what its schedule says, or else the exam itself; undefined if neither says anything, and then
 * `usual` is offered. A support that was left out on purpose is opened only by an accommodation that says so.
 */
export const offeredWith = (
  says: readonly Support[] | undefined,
  { supports: named = [], opened = [] }: Presets,
  usual: readonly Support[],
): readonly Support[] | undefined => {
  const offered = says ?? usual
  const added = (says === undefined ? named : opened).filter((one) => !offered.includes(one))
  return added.length === 0 ? says : inOrder([...offered, ...added])
}
