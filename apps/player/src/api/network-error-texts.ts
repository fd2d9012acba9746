import type { Visitor } from './player-context.tsx'

/** The words of `ui/network-error-card.tsx`, from the catalogue. A text that is missing there falls back to its default wording. */
export const networkErrorTexts = ({ text, appSettings }: Pick<Visitor, 'text' | 'appSettings'>) => ({
  title: text('NETWORK_ERROR_TITLE'),
  subheader: text('NETWORK_ERROR_SUBHEADER'),
  additionalInformation: text('NETWORK_ERROR_ADDITIONAL'),
  retry: text('NETWORK_ERROR_RETRY'),
  version: text('APP_VERSION', { version: appSettings.appVersion }),
})
