/** What has been typed into the login page that the server had put into the page, and where. */
export interface TypedAhead {
  /** By the name of the field. */
  readonly values: Readonly<Record<string, string>>
  /** The field that has the focus, and what of it is selected. */
  readonly focused: { readonly name: string; readonly start: number; readonly end: number } | undefined
  /** Whether the way for who has forgotten their password has the focus. */
  readonly isOnForgotten: boolean
  /** Whether Enter was pressed last: it is to be sent as soon as it can be. */
  readonly isSent: boolean
}

/**
 * The login page that the server has put into the page (`served-login.tsx` of `packages/app-shell`): it takes letters while the app starts, and
 * gives way to the app's own, or to whatever the start has come to instead.
 */
export interface ServedForm {
  isThere(): boolean
  /** What is in its fields, by their names; where it has given way and nobody has taken it over, what stood there. */
  values(): Readonly<Record<string, string>>
  /** Resolves once no letter is half-written: an accent that waits for its vowel, a word of an input method. */
  untilComposed(): Promise<void>
  giveWay(): void
  /** Takes it over: it gives way, and what was typed is given once. */
  take(): TypedAhead | undefined
}

/** Milliseconds after which whatever is half-written waits no longer. */
const longestComposingMs = 5000

const typedInto = (served: Element): Omit<TypedAhead, 'isSent'> => {
  const inputs = [...served.querySelectorAll('input')]
  const { activeElement } = served.ownerDocument
  const focused = inputs.find((input) => input === activeElement)
  return {
    values: Object.fromEntries(inputs.map(({ name, value }) => [name, value])),
    isOnForgotten: activeElement instanceof HTMLAnchorElement && served.contains(activeElement),
    focused: focused && { name: focused.name, start: focused.selectionStart ?? 0, end: focused.selectionEnd ?? 0 },
  }
}

/** That of this page; where it has none, one that isn't there. */
export const servedFormOf = (page: Document): ServedForm => {
  let served = page.getElementById('served')
  let typed: TypedAhead | undefined
  let isComposing = false
  let isSent = false
  served?.addEventListener('compositionstart', () => {
    isComposing = true
  })
  served?.addEventListener('compositionend', () => {
    isComposing = false
  })

  // Its button waits for the player, and a form whose button waits sends nothing.
  served?.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target instanceof HTMLInputElement && !isComposing) isSent = true
  })
  served?.addEventListener('input', () => {
    isSent = false
  })

  const goAway = (isSentOn: boolean) => {
    if (served === null) return
    typed = { ...typedInto(served), isSent: isSentOn }
    // The card comes up once: the player's continues where this one is.
    const [rising] = served.querySelector('[data-testid="sign-in"]')?.getAnimations() ?? []
    page.getElementById('root')?.style.setProperty('--risen', `-${Math.round(Number(rising?.currentTime ?? 1000))}ms`)
    served.remove()
    served = null
  }

  return {
    isThere: () => served !== null,
    values: () => (served === null ? typed : typedInto(served))?.values ?? {},
    untilComposed: () =>
      new Promise((resolve) => {
        if (!isComposing) return resolve()
        served?.addEventListener('compositionend', () => resolve(), { once: true })
        setTimeout(resolve, longestComposingMs)
      }),
    // Where something else comes in between, what was typed is sent by nobody but its owner.
    giveWay: () => goAway(false),
    take: () => {
      goAway(isSent)
      const taken = typed
      typed = undefined
      return taken
    },
  }
}
