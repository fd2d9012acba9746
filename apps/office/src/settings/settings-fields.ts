import { shownTexts } from '@sitwell/contract'
import { choiceField, textField } from '@sitwell/navigation/address-query.ts'

/** The parts of the page, in the order of its tabs. */
export const settingsParts = ['look', 'languages', 'texts', 'rules'] as const

/** Which rules show. */
export const shownRules = ['all', 'changed'] as const

/** What the address of the page holds. */
export const settingsFields = {
  part: choiceField(settingsParts),
  search: textField(),
  show: choiceField(shownRules),
  texts: choiceField(shownTexts),
  /** The language whose texts show, by its tag; empty: the viewer's own. */
  language: textField({ longest: 10 }),
}
