/** How moments (Unix ms) show on the clock of a zone of IANA, in a language (BCP 47). */
export interface PaperClock {
  readonly zone: string
  /** Thursday, 3 December 2026. */
  day(atMs: number): string
  /** 09:30. */
  time(atMs: number): string
  /** From when to when; the day of the end is in it if it is another one. */
  span(fromMs: number, untilMs: number): { readonly from: string; readonly until: string }
}

export const paperClock = (languageCode: string, zone: string): PaperClock => {
  const long = new Intl.DateTimeFormat(languageCode, { dateStyle: 'full', timeZone: zone })
  const short = new Intl.DateTimeFormat(languageCode, { day: 'numeric', month: 'short', timeZone: zone })
  const clock = new Intl.DateTimeFormat(languageCode, {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone },
  })
  const time = (atMs: number) => clock.format(atMs)
  return {
    ...{ zone, time },
    day: (atMs) => long.format(atMs),
    span: (fromMs, untilMs) => ({
      from: time(fromMs),
      until: short.format(fromMs) === short.format(untilMs) ? time(untilMs) : `${short.format(untilMs)}, ${time(untilMs)}`,
    }),
  }
}
