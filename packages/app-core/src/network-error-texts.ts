import type { AppVisitor } from './visitor.ts'

/** The words of `network-error-card.tsx`, from the catalogue. A text that is missing there falls back to its default wording. */
export const networkErrorTexts = ({
  textOrDefault,
  text,
  appSettings,
}: Pick<AppVisitor, 'text' | 'textOrDefault'> & { readonly appSettings: { readonly appVersion: string } }) => ({
  title: textOrDefault('networkError.title'),
  subheader: textOrDefault('networkError.subheader'),
  additionalInformation: text('networkError.additionalInformation'),
  retry: text('networkError.retry'),
  version: text('app.version', { version: appSettings.appVersion }),
})
