/** Writes moments (ISO 8601) as the clock of a zone shows them. */
export const clockText = (languageCode: string, zone: string): ((moment: string) => string) => {
  const format = new Intl.DateTimeFormat(languageCode, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZone: zone,
  })
  return (moment) => format.format(Date.parse(moment))
}
