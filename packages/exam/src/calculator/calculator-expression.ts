/** The four operators of the calculator, as they stand in what was entered. */
export const operators = ['+', '-', '*', '/'] as const
export type Operator = (typeof operators)[number]

/** What was entered, read: numbers as texts, with an operator between each two. */
export interface Expression {
  readonly numbers: readonly string[]
  readonly operators: readonly Operator[]
}

const number = /-?(?:\d+\.?\d*|\.\d+)/y

const isOperator = (text: string | undefined): text is Operator => operators.some((operator) => operator === text)

/** Reads an entry. Undefined while it is not complete: empty, or with an operator or a lone point at its end. */
export const readExpression = (entry: string): Expression | undefined => {
  const numbers: string[] = []
  const between: Operator[] = []
  for (let at = 0; ; ) {
    number.lastIndex = at
    const found = number.exec(entry)?.[0]
    if (found === undefined) return undefined
    numbers.push(found)
    at += found.length
    if (at === entry.length) return { numbers, operators: between }
    const operator = entry[at]
    if (!isOperator(operator)) return undefined
    between.push(operator)
    at += 1
  }
}

/** Where the last number of an entry begins, its sign included; the entry's length where it ends with none. */
export const lastNumberAt = (entry: string): number => {
  const digits = entry.search(/[\d.]+$/)
  if (digits === -1) return entry.length
  const isSigned = entry[digits - 1] === '-' && (digits === 1 || isOperator(entry[digits - 2]))
  return isSigned ? digits - 1 : digits
}
