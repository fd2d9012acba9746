import { createCatalogue, undefinedMessage } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { type ReactNode, use, useMemo } from 'react'
import type { Player } from '../context/player.ts'
import { PlayerProvider, usePlayer, useVisitor } from '../context/player-context.tsx'

const byLanguage = new Map<string, Promise<Player['text']>>()

const wordsIn = (language: Language): Promise<Player['text']> => {
  const found = byLanguage.get(language.tag)
  if (found) return found
  const loading = loadMessages(language.tag, 'logs').then((messages) => createCatalogue(messages, language).text)
  byLanguage.set(language.tag, loading)
  // What didn't come is asked for again the next time.
  loading.catch(() => byLanguage.delete(language.tag))
  return loading
}

/** Adds the texts of the pages of logs to what the player says: administrators alone see them, and nobody else loads them. */
export const LogWords = ({ children }: { readonly children: ReactNode }) => {
  const visitor = useVisitor()
  const player = usePlayer()
  const words = use(wordsIn(player.language))
  const withLogs = useMemo((): Player => {
    const text: Player['text'] = (id, values) => {
      const known = player.text(id, values)
      return known === undefinedMessage ? words(id, values) : known
    }
    return { ...player, text }
  }, [player, words])
  return (
    <PlayerProvider visitor={visitor} player={withLogs}>
      {children}
    </PlayerProvider>
  )
}
