import { type RefObject, useEffect } from 'react'

/** Browsers fill a form without telling: looked for every 100 ms, 20 times at most (spec 1 §2). */
export const autofillPolling = { everyMs: 100, tries: 20 } as const

/** Reports what the browser has filled into a field, once. */
export const useAutofill = (
  fields: readonly { readonly ref: RefObject<HTMLInputElement | null>; readonly name: 'username' | 'password' }[],
  onFilled: (name: 'username' | 'password', value: string) => void,
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks when the page opens, and not again
  useEffect(() => {
    let tries = 0
    const missing = new Set(fields)
    const timer = setInterval(() => {
      tries += 1
      for (const field of missing) {
        const value = field.ref.current?.value ?? ''
        if (value === '') continue
        missing.delete(field)
        onFilled(field.name, value)
      }
      if (tries >= autofillPolling.tries || missing.size === 0) clearInterval(timer)
    }, autofillPolling.everyMs)
    return () => clearInterval(timer)
  }, [])
}
