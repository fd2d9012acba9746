import type { CalculatorKey } from '@sitwell/exam/calculator/calculator'

const keyOf: Readonly<Record<string, CalculatorKey>> = {
  '.': '.',
  ',': '.',
  '٫': '.',
  '+': '+',
  '-': '-',
  '−': '-',
  '*': '*',
  '×': '*',
  x: '*',
  X: '*',
  '/': '/',
  '÷': '/',
  ':': '/',
  '=': '=',
  Enter: '=',
  Backspace: 'back',
  Delete: 'clear',
  Escape: 'clear',
  c: 'clear',
  C: 'clear',
  '±': 'sign',
  F9: 'sign',
  n: 'sign',
  N: 'sign',
  '%': 'percent',
  '٪': 'percent',
  '√': 'root',
  '@': 'root',
  r: 'root',
  R: 'root',
}

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const arabicDigits = '٠١٢٣٤٥٦٧٨٩'

/** The calculator's key for a key of the keyboard, as `KeyboardEvent.key` names it; undefined if it has none. */
export const typedKey = (key: string): CalculatorKey | undefined => {
  const digit = digits.find((one, index) => key === one || key === arabicDigits[index])
  return digit ?? (Object.hasOwn(keyOf, key) ? keyOf[key] : undefined)
}
