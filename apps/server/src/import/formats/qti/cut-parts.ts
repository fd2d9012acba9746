import type { Span } from './follow-gates.ts'

/** What becomes a part of the exam: all of a span, or some members of it that stand together. */
export interface Piece {
  readonly home: Span
  readonly members: readonly Span[]
  readonly start: number
  readonly end: number
  /** What it is in, innermost first: pre-conditions of these hold for it, and they end with it or later. */
  readonly around: readonly Span[]
  /** The same, and what is in it and ends with it. */
  readonly ending: readonly Span[]
}

/** A span and all that is in it, outermost first. */
const within = (span: Span): Span[] => [span, ...span.members.flatMap(within)]

/**
 * Between which questions the exam is cut: before and behind what has its own time; before what has a pre-condition and where a branch
 * leads, and behind what has either gate.
 */
const boundariesIn = (spans: readonly Span[]): number[] => {
  const boundaries = spans.flatMap(({ seconds, preConditions, branches, start, end }) => [
    ...(seconds === undefined ? [] : [start, end]),
    ...(preConditions.length > 0 ? [start] : []),
    ...(preConditions.length > 0 || branches.length > 0 ? [end] : []),
    ...branches.flatMap(({ to }) => (typeof to === 'number' ? [to] : [])),
  ])
  return [...new Set(boundaries)]
}

/** The parts of an exam, cut wherever answers decide or a time begins or ends. What nothing cuts is one part; `roots` are parts of their own in any case. */
export const cutParts = (parts: readonly Span[], roots: readonly Span[]): Piece[] => {
  const all = parts.flatMap(within).filter(({ start, end }) => start < end)
  const boundaries = boundariesIn(all)
  const isBoundary = new Set(boundaries)
  const isCut = ({ start, end }: Span) => boundaries.some((one) => start < one && one < end)
  const pieceOf = (home: Span, members: readonly Span[], { start, end }: Pick<Span, 'start' | 'end'>): Piece => {
    const isAround = (span: Span) => span.start <= start && end <= span.end
    const around = all.filter(isAround).reverse()
    const ending = all.filter((span) => isAround(span) || (span.end === end && span.start > start)).reverse()
    return { home, members, start, end, around, ending }
  }
  const whole = (span: Span) => pieceOf(span, span.members, span)
  const joined = (home: Span, run: readonly Span[]): Piece[] => {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) return []
    // A section that is a part alone is that part.
    return [
      run.length === 1 && first.kind === 'section' ? whole(first) : pieceOf(home, run, { start: first.start, end: last.end }),
    ]
  }
  const cut = (home: Span): Piece[] => {
    const pieces: Piece[] = []
    let run: Span[] = []
    const flush = () => {
      pieces.push(...joined(home, run))
      run = []
    }
    for (const one of home.members.filter(({ start, end }) => start < end)) {
      if (isBoundary.has(one.start) || isCut(one)) flush()
      if (isCut(one)) pieces.push(...cut(one))
      else run.push(one)
      if (isBoundary.has(one.end)) flush()
    }
    flush()
    return pieces
  }
  return roots.filter(({ start, end }) => start < end).flatMap((root) => (isCut(root) ? cut(root) : [whole(root)]))
}
