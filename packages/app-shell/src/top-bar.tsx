import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { AppBar } from '@sitwell/ui/app-bar.tsx'
import { useAppBarState } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import type { ReactNode } from 'react'
import { LanguageSelect } from './language-select.tsx'
import { useAppShell } from './shell-context.tsx'
import { ThemeSelect } from './theme-select.tsx'
import styles from './top-bar.module.css'

/** A short sign in the bar, of a mode or a version. */
export const BarChip = ({ children, ...rest }: { readonly children: ReactNode; readonly 'data-testid'?: string }) => (
  <span className={styles.chip} {...rest}>
    {children}
  </span>
)

/**
 * The bar of the signed-in area (spec 1 §2): the screen on show says its title, the rest is the same everywhere. `chips` stand first, what
 * the app adds before signing out.
 */
export const TopBar = ({
  chips,
  mayChooseLanguage,
  children,
}: {
  readonly chips?: ReactNode
  /** The page is loaded again with it, which nobody wants in the middle of their work. */
  readonly mayChooseLanguage: boolean
  readonly children?: ReactNode
}) => {
  const { app } = useAppShell()
  const { text, settings } = useAppVisitor()
  const { title, isLoading = false, canSignOut = true } = useAppBarState()
  const { firstName = '', lastName = '' } = app.store.get().session?.user ?? {}
  return (
    <AppBar
      logo={settings.appBarLogoUrl || settings.logoUrl}
      logoLabel={settings.name === undefined ? text('bar.logoUnnamed') : text('bar.logo', { name: settings.name })}
      title={title}
      isLoading={isLoading}
      welcome={text('bar.welcome', { firstName, lastName })}
    >
      {chips}
      {mayChooseLanguage && <LanguageSelect />}
      <ThemeSelect />
      {children}
      {canSignOut && (
        <Button
          variant="quiet"
          className={styles.signOut}
          aria-label={text('bar.signOut')}
          onPress={() => app.store.change({ isSigningOut: true })}
        >
          <Icon name="signOut" className={styles.signOutIcon} />
          <span className={styles.signOutText}>{text('bar.signOut')}</span>
        </Button>
      )}
    </AppBar>
  )
}
