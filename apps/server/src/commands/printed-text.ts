/**
 * Control characters except for the tab and the line end, and those that turn the direction of a line: a learner's answer or name must not move a
 * terminal's cursor, set its title, or show a line in another order than it is.
 */
const acting = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A text as it is printed: characters that would act on a terminal are written as escapes of JSON, so that JSON stays the same JSON. */
export const printedText = (text: string): string =>
  text.replace(acting, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Has everything that is printed on a console pass `printedText`. */
export const printSafely = (console: Pick<Console, 'log' | 'warn' | 'error'>): void => {
  for (const name of ['log', 'warn', 'error'] as const) {
    const print = console[name].bind(console)
    console[name] = (...parts: unknown[]) =>
      print(...parts.map((part) => (typeof part === 'string' ? printedText(part) : part)))
  }
}
