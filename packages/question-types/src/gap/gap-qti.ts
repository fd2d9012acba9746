import type { QtiElement } from '@sitwell/qti/element'
import { add, all, any, atLeast, base, either, set, when } from '../qti-writing/rules-qti.ts'
import type { GapCredit } from './gap-credit-marking.ts'

/** Each gap earns its share where it is right, or all of them together earn all. */
export const gapRules = (
  marks: number,
  credit: GapCredit,
  gaps: readonly { readonly right: QtiElement; readonly given: QtiElement }[],
): QtiElement[] => {
  const { penalty } = credit
  if (credit.kind === 'all') {
    const right = all(gaps.map((one) => one.right))
    if (penalty === 0) return [when(right, set(base('float', marks)))]
    return [either(right, [set(base('float', marks))], any(gaps.map(({ given }) => given)), [set(base('float', 0 - penalty))])]
  }
  return [
    ...gaps.map(({ right, given }) =>
      penalty === 0
        ? when(right, add(marks / gaps.length))
        : either(right, [add(marks / gaps.length)], given, [add(0 - penalty)]),
    ),
    atLeast(0),
  ]
}
