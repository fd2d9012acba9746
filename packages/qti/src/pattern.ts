import { type CharacterTest, type PatternNode, parsePattern } from './pattern-parser.ts'
import { ProcessingError } from './processing-error.ts'

/** Whether a whole text fits a pattern. */
export type Pattern = (text: string) => boolean

interface Step {
  readonly fits?: CharacterTest
  next: number[]
}

/** More than any pattern of a question needs; a counted repeat of a counted repeat comes to this soon. */
const mostSteps = 5000
/** Parts that are read into them, also those that add none, such as an empty one that is repeated. */
const mostParts = 4 * mostSteps
/** Steps times characters that one answer is looked at for: below a second. */
const mostWork = 20_000_000

/**
 * Reads a regular expression of XML Schema, in which a text has to fit as a whole. It is run over all states at once, so that no pattern of
 * a package and no answer of a learner can make marking take longer than their lengths multiplied: the engine of JavaScript goes back and
 * forth, and can be held for hours. Throws a ProcessingError if the pattern is none.
 */
export const compilePattern = (written: string): Pattern => {
  const steps: Step[] = []
  const add = (step: Step): number => {
    if (steps.length >= mostSteps) throw new ProcessingError('A pattern is larger than any answer needs.')
    return steps.push(step) - 1
  }
  let parts = 0
  /** Adds the steps of a part that leads on to `then`; answers where it begins. */
  const build = (node: PatternNode, then: number): number => {
    parts += 1
    if (parts > mostParts) throw new ProcessingError('A pattern is larger than any answer needs.')
    switch (node.kind) {
      case 'character':
        return add({ fits: node.fits, next: [then] })
      case 'sequence':
        return node.parts.reduceRight((following, part) => build(part, following), then)
      case 'choice':
        return add({ next: node.parts.map((part) => build(part, then)) })
      case 'repeat': {
        let from = then
        if (node.most === undefined) {
          const loop = add({ next: [then] })
          steps[loop]?.next.push(build(node.part, loop))
          from = loop
        } else for (let count = node.least; count < node.most; count += 1) from = add({ next: [build(node.part, from), then] })
        for (let count = 0; count < node.least; count += 1) from = build(node.part, from)
        return from
      }
    }
  }
  const end = add({ next: [] })
  const start = build(parsePattern(written), end)
  return (text) => {
    if (text.length * steps.length > mostWork) throw new ProcessingError('An answer is too long for its pattern.')
    let current = reach(steps, [start])
    for (const character of text) {
      const moved: number[] = []
      for (const at of current) {
        const step = steps[at]
        if (step?.fits?.(character)) moved.push(...step.next)
      }
      if (moved.length === 0) return false
      current = reach(steps, moved)
    }
    return current.has(end)
  }
}

/** The steps that stand open without another character. */
const reach = (steps: readonly Step[], from: readonly number[]): Set<number> => {
  const found = new Set<number>()
  const waiting = [...from]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (found.has(at)) continue
    found.add(at)
    const step = steps[at]
    if (step && !step.fits) waiting.push(...step.next)
  }
  return found
}
