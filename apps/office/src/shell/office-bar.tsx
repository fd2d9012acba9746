import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { useAppShell } from '@sitwell/app-shell/shell-context.tsx'
import { offeredLanguages } from '@sitwell/i18n/languages'
import { Select } from '@sitwell/office-ui/select.tsx'
import { themeMessageId } from '@sitwell/themes/themes'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useId, useRef, useSyncExternalStore } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from './office-bar.module.css'
import { OfficeLink } from './office-link.tsx'
import { NavigationDrawer } from './office-navigation.tsx'
import { useIsNarrow } from './use-is-narrow.ts'

const Language = () => {
  const { app } = useAppShell()
  const { settings, language, reportError } = useAppVisitor()
  const { text } = useOffice()
  const offered = offeredLanguages(settings.languages)
  if (offered.length < 2) return null
  const choose = (code: string) => {
    const chosen = offered.find((one) => one.code === code)
    if (chosen !== undefined) app.chooseLanguage(chosen).catch(reportError)
  }
  const options = offered.map(({ code, name }) => ({ id: code, title: name }))
  return <Select label={text('bar.language')} options={options} value={language.code} onChange={choose} />
}

const Theme = () => {
  const { themes } = useAppShell()
  const { text } = useOffice()
  const current = useSyncExternalStore(themes.subscribe, themes.current)
  const titleOf = (name: string) => {
    const id = themeMessageId(name)
    return id === undefined ? name : text(id)
  }
  const options = themes.choices.map(({ name }) => ({ id: name, title: titleOf(name) }))
  return <Select label={text('bar.theme')} options={options} value={current} onChange={(name) => themes.choose(name)} />
}

/** The person's own things, behind their name: a popover of the browser, which closes it by Escape and by a press elsewhere. */
const OwnMenu = () => {
  const { app } = useAppShell()
  const { text, facts } = useOffice()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { firstName, lastName, username } = facts.person
  const name = `${firstName} ${lastName}`.trim() || username
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <button type="button" className={styles.person} popoverTarget={id} aria-haspopup="dialog">
        <Icon name="person" className={styles.personIcon} />
        <bdi className={styles.name}>{name}</bdi>
        <Icon name="arrowDown" className={styles.arrow} />
      </button>
      <div ref={panel} id={id} popover="auto" role="dialog" aria-label={name} className={styles.panel}>
        <div className={styles.who}>
          <bdi className={styles.whoName}>{name}</bdi>
          <span className={styles.roles}>{facts.roles.map(({ role }) => text(`office.role.${role}`)).join(' · ')}</span>
        </div>
        <div className={styles.links}>
          <OfficeLink to="/my-sign-ins" className={styles.link} onFollow={close}>
            {text('office.mySignIns')}
          </OfficeLink>
          <OfficeLink to="/my-recovery-codes" className={styles.link} onFollow={close}>
            {text('office.myRecoveryCodes')}
          </OfficeLink>
          <OfficeLink to="/my-shortcuts" className={styles.link} onFollow={close}>
            {text('office.myShortcuts')}
          </OfficeLink>
        </div>
        <div className={styles.choices}>
          <Language />
          <Theme />
        </div>
        <button
          type="button"
          className={styles.signOut}
          onClick={() => {
            close()
            app.store.change({ isSigningOut: true })
          }}
        >
          <Icon name="signOut" className={styles.signOutIcon} />
          {text('office.signOut')}
        </button>
      </div>
    </>
  )
}

/** The bar above every page: whose office it is, and who is signed in. */
export const OfficeBar = () => {
  const { settings } = useAppVisitor()
  const { text, facts } = useOffice()
  const isNarrow = useIsNarrow()
  const logo = settings.appBarLogoUrl || settings.logoUrl
  const { name } = facts.organisation
  return (
    <header className={styles.bar}>
      {isNarrow && <NavigationDrawer />}
      {logo !== undefined && logo !== '' ? (
        <img className={styles.logo} src={logo} alt={name} />
      ) : (
        <div className={styles.organisation}>
          <bdi>{name}</bdi>
        </div>
      )}
      <span className={styles.office}>{text('office.name')}</span>
      <OwnMenu />
    </header>
  )
}
