import { type Catalogue, createCatalogue } from '../catalogue.ts'
import { english, type Language } from '../languages.ts'
import { readMessages } from '../read-messages.ts'

/** Everything that the player says in a language, as it ships. */
export const textsOf = (language: Language = english): Catalogue =>
  createCatalogue(
    {
      ...readMessages(language.tag, 'visitor'),
      ...readMessages(language.tag, 'proctoring'),
      ...readMessages(language.tag, 'player'),
      ...readMessages(language.tag, 'later'),
    },
    language,
  )
