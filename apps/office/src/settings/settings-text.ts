import { type OfficeText, useOfficeText } from '../office-context.tsx'

/** The texts of the pages of settings. */
export type SettingsText = OfficeText

export const useSettingsText = (): SettingsText => useOfficeText()
