import type { LanguagesState, LookState } from '@sitwell/contract'
import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import { versionOfLanguages, versionOfLook } from '../organisation/settings/changed-between.ts'
import type { SettingRows } from '../organisation/settings/setting-rows.ts'
import { organisationDetails } from '../security/organisation/organisation-details.ts'
import type { ChangedBy } from './rule-state.ts'

/** Name, logos and colours. A theme `Default` of an organisation file stands over its colours in the player, and so here. */
export const lookStateOf = (rows: SettingRows, changedBy: ChangedBy): LookState => {
  const { organisation } = rows
  const { logo, appBarLogo, themes, ...details } = organisationDetails.parse(rows.details)
  const { primary: primaryColour = details.primaryColour, secondary: secondaryColour = details.secondaryColour } =
    themes?.Default ?? {}
  const changed = changedBy('look')
  return {
    name: organisation.name,
    ...(logo !== undefined && { logo }),
    ...(appBarLogo !== undefined && { appBarLogo }),
    ...(primaryColour !== undefined && { primaryColour }),
    ...(secondaryColour !== undefined && { secondaryColour }),
    buttonsInSecondaryColour: policiesOf(organisation.org_id).buttonsInSecondaryColour,
    version: versionOfLook(rows),
    ...(changed && { changed }),
  }
}

export const languagesStateOf = (rows: SettingRows, changedBy: ChangedBy): LanguagesState => {
  const { languageId, languages = [] } = organisationDetails.parse(rows.details)
  const changed = changedBy('languages')
  return {
    ...(languageId !== undefined && { languageID: languageId }),
    languages,
    version: versionOfLanguages(rows),
    ...(changed && { changed }),
  }
}
