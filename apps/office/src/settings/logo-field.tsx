import { type LogoProblem, largestLogoBytes, logoTypes } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useId, useRef } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from './look.module.css'
import type { ChosenLogo } from './look-values.ts'
import { useSettingsText } from './settings-text.ts'

const base64Of = (bytes: Uint8Array): string => {
  let signs = ''
  for (let at = 0; at < bytes.length; at += 0x8000) signs += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(signs)
}

/** A file as a logo, or why it is none as far as a browser can tell: the server looks into it. */
const readLogo = async (file: File): Promise<ChosenLogo | LogoProblem> => {
  const type = logoTypes.find((one) => one === file.type)
  if (type === undefined) return 'no-picture'
  if (file.size > largestLogoBytes) return 'too-large'
  const bytes = await file.arrayBuffer().catch(() => undefined)
  return bytes === undefined ? 'no-picture' : { type, base64: base64Of(new Uint8Array(bytes)) }
}

/** A logo: how it looks, and the ways to choose another one or none. */
export const LogoField = ({
  name,
  help,
  url,
  isOnBar = false,
  mayChange,
  error,
  onLogo,
}: {
  readonly name: string
  readonly help: string
  /** `data:`, as it would be saved. */
  readonly url: string | undefined
  readonly isOnBar?: boolean
  readonly mayChange: boolean
  readonly error: string | undefined
  /** null: none. */
  onLogo(logo: ChosenLogo | LogoProblem | null): void
}) => {
  const text = useSettingsText()
  const { reportError } = useOffice()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  return (
    <fieldset className={styles.logo} aria-describedby={error === undefined ? `${id}-help` : `${id}-help ${id}-error`}>
      <legend className={styles.legend}>{name}</legend>
      <span id={`${id}-help`} className={styles.quietText}>
        {help}
      </span>
      <div className={styles.logoBox} data-bar={isOnBar || undefined}>
        {url === undefined ? <span>{text('look.none')}</span> : <img src={url} alt={name} className={styles.logoImage} />}
      </div>
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className={styles.error}>
          <Icon name="alert" className={styles.icon} />
          <span>{error}</span>
        </span>
      )}
      {mayChange && (
        <div className={styles.acts}>
          <input
            ref={input}
            type="file"
            hidden
            accept={logoTypes.join(',')}
            data-testid={isOnBar ? 'bar-logo-file' : 'logo-file'}
            onChange={({ target }) => {
              const file = target.files?.[0]
              // The same file can be chosen again once it was corrected.
              if (file) void readLogo(file).then(onLogo, reportError)
              target.value = ''
            }}
          />
          <Button ref={choose} className={density.press} onPress={() => input.current?.click()}>
            {text('look.choose', { name })}
          </Button>
          {url !== undefined && (
            <Button
              className={density.press}
              onPress={() => {
                onLogo(null)
                // The button goes with the logo.
                choose.current?.focus()
              }}
            >
              {text('look.remove', { name })}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
