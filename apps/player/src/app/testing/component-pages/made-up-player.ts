import { createServerClock } from '@sitwell/client/server-clock'
import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { type LanguageTag, languageOf } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { Player } from '../../../context/player.ts'
import { clientSettings } from '../../../context/settings/client-settings.ts'

/** What a component may use of the player if no server is there: its words, settings and clock. */
export const madeUpPlayer = async (tag: LanguageTag): Promise<Player> => {
  const language = languageOf(tag)
  const sets = await Promise.all((['visitor', 'player'] as const).map((set) => loadMessages(tag, set)))
  const { text, textOrDefault } = createCatalogue(Object.assign({}, ...sets), language)
  const player = {
    client: { id: 1, urlToken: 'components' },
    settings: clientSettings.parse({}),
    policies: policiesOf(1),
    language,
    text,
    textOrDefault,
    clock: createServerClock(Date.now),
    reportError: (error: unknown) => reportError(error),
  }
  // Boundary: a component that calls the server belongs in a test with a server; here it fails at the first call.
  return player as unknown as Player
}
