import { networkErrorTexts } from '@sitwell/app-core/network-error-texts'
import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { NetworkErrorCard } from '@sitwell/ui/network-error-card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import styles from './sign-in.module.css'

/** The organisation's logo, what the page is for, and its form. */
export const LogoCard = ({
  logo,
  title,
  titleRef,
  children,
}: {
  readonly logo?: ReactNode
  readonly title: string
  readonly titleRef?: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}) => (
  <Page align="centre" width="card">
    <Card width="card" className={styles.card} data-testid="sign-in">
      {logo}
      <h1 ref={titleRef} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
    </Card>
  </Page>
)

/** The card of every page before the sign-in. */
export const SignInCard = ({
  title,
  takesFocus = false,
  children,
}: {
  readonly title: string
  /** If no field has the focus, the title takes it, so that a screen reader starts there. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}) => {
  const { text, settings } = useAppVisitor()
  const titleRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) titleRef.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    document.title = settings.name === undefined ? title : `${title} · ${settings.name}`
  }, [title, settings.name])
  const alt = settings.name === undefined ? text('bar.logoUnnamed') : text('bar.logo', { name: settings.name })
  const hasLogo = settings.logoUrl !== undefined && settings.logoUrl !== ''
  return (
    <LogoCard
      logo={hasLogo && <img className={styles.logo} src={settings.logoUrl} alt={alt} />}
      title={title}
      titleRef={titleRef}
    >
      {children}
    </LogoCard>
  )
}

/** In the card's place where the server can't be reached. */
export const SignInNetworkError = ({ details }: { readonly details: string }) => {
  const visitor = useAppVisitor()
  return (
    <Page align="centre" width="card">
      <NetworkErrorCard texts={networkErrorTexts(visitor)} details={details} />
    </Page>
  )
}
