import type { MessageSetName } from './areas.ts'
import type { Messages } from './catalogue.ts'
import type { LanguageTag } from './languages.ts'

/**
 * The texts of a set in a language. In a built player another file is in this one's place, which loads them as files of their own
 * (packages/app-build/src/messages-plugin.ts): a browser gets those of its own language alone.
 */
export const loadMessages = async (tag: LanguageTag, set: MessageSetName): Promise<Messages> => {
  const { readMessages } = await import('./read-messages.ts')
  return readMessages(tag, set)
}
