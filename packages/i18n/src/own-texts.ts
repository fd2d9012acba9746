import { type Message, shown } from './format.ts'

/** A name in braces with a comma after it: a plural, a choice, a number. */
const isIcu = (text: string) => /\{\s*\w+\s*,/.test(text)

/** Names in braces are filled in, and everything else is what it is, apostrophes and lonely braces too. */
const simple = (text: string): Message =>
  text
    .split(/\{(\w+)\}/)
    .map((part, at): string | [string] => (at % 2 === 1 ? [`${shown}${part}`] : part))
    .filter((part) => part !== '')

/**
 * An organisation's own texts, ready to be filled in. One that is written as an ICU message and can't be read is left out, so that the
 * default wording stands. What reads ICU messages is loaded where one is there, and so seldom.
 */
export const readOwnTexts = async (texts: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Message>> => {
  const parser = [...texts.values()].some(isIcu) ? await import('./compile.ts') : undefined
  const read = new Map<string, Message>()
  for (const [id, text] of texts) {
    const message = isIcu(text) ? tryCompile(text, parser?.compile) : simple(text)
    if (message !== undefined) read.set(id, message)
  }
  return read
}

const tryCompile = (text: string, compile: ((text: string) => Message) | undefined): Message | undefined => {
  try {
    return compile?.(text)
  } catch {
    return undefined
  }
}
