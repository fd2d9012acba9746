import { withoutFrames } from '@sitwell/safe-html/formula-frames'
import temml from 'temml'
import { cleanHtml } from '../html/clean-html.ts'

/** Characters; longer than any formula of a question. */
const longest = 4000

/** A formula as MathML of the elements that content may have. `isPlain` if something strikes out, frames or colours a part of it. */
interface ReadFormula {
  readonly mathMl: string
  readonly isPlain: boolean
}

/** Reads TeX; undefined if it can't be read. Nothing of it is trusted: the result is cleaned as all other HTML. */
export const mathOfTex = (tex: string, isDisplay: boolean): ReadFormula | undefined => {
  if (tex.length > longest) return undefined
  let mathMl: string
  try {
    mathMl = temml.renderToString(tex.trim(), { throwOnError: true, displayMode: isDisplay, maxExpand: 200 })
  } catch {
    return undefined
  }
  const drawn = withoutFrames(mathMl)
  const isPlain = /<menclose notation="(?!top")|[\s";](?:border|color|background-color):/.test(mathMl)
  return { mathMl: cleanHtml(drawn, () => undefined).html, isPlain }
}
