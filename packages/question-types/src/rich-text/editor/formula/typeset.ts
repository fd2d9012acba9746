import { withoutFrames } from '@sitwell/safe-html/formula-frames'
import temml from 'temml'
import { mostSourceCharacters } from '../../formula/formula-in-reading.ts'
import { readRichText } from '../../read-rich-text.ts'
import type { FormulaRun } from '../../rich-document.ts'
import { texOf } from './school-notation.ts'

/** The formula that somebody typed; undefined where it can't be read. Nothing of it is trusted: it is read as any other MathML. */
export const typeset = (typed: string): FormulaRun | undefined => {
  const source = typed.replace(/\s+/g, ' ').trim()
  if (source === '' || source.length > mostSourceCharacters) return undefined
  let mathMl: string
  try {
    mathMl = temml.renderToString(texOf(source), { throwOnError: true, displayMode: true, maxExpand: 200 })
  } catch {
    return undefined
  }
  const [block] = readRichText(withoutFrames(mathMl))
  const run = block && block.kind !== 'table' ? block.runs[0] : undefined
  return run?.kind === 'formula' ? { ...run, source } : undefined
}
