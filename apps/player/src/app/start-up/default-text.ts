import { createCatalogue } from '../../api/messages/catalogue.ts'
import { english } from '../../api/messages/languages.ts'
import { shellMessages } from '../../api/messages/shell-messages.ts'

/** The words of the start-up, while no organisation's are known. */
export const { text, textOrDefault } = createCatalogue(shellMessages, english)
