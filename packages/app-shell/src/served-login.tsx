import type { MessageId, ServerMessageId } from '@sitwell/i18n/message-ids'
import { LoginForm } from '@sitwell/sign-in/login-form.tsx'
import signInStyles from '@sitwell/sign-in/sign-in.module.css'
import { LogoCard } from '@sitwell/sign-in/sign-in-card.tsx'
import { ButtonLink } from '@sitwell/ui/button-link.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import barStyles from './visitor-bar.module.css'

/** What an organisation's login page is drawn with before any script runs. */
interface ServedLoginParts {
  text(id: MessageId | ServerMessageId): string
  readonly hasLogo: boolean
  readonly canForget: boolean
}

const ServedLogin = ({ text, hasLogo, canForget }: ServedLoginParts) => (
  <>
    <header className={barStyles.visitor}>
      <p role="status" className={barStyles.starting}>
        <span className="boot-spinner" aria-hidden="true" />
        {text('app.initializing')}
      </p>
    </header>
    <LogoCard logo={hasLogo && <div className={signInStyles.logoToCome} />} title={text('signIn.title')}>
      <p className={signInStyles.info}>{text('signIn.info')}</p>
      <noscript>
        <p className={signInStyles.info}>{text('boot.noScript')}</p>
      </noscript>
      <LoginForm
        text={text}
        values={{ username: '', password: '' }}
        forgotten={
          canForget && (
            <ButtonLink variant="quiet" className={signInStyles.under} href="[[forgotAddress]]">
              {text('signIn.forgotten')}
            </ButtonLink>
          )
        }
      />
      <p className="boot-late">{text('boot.slow')}</p>
    </LogoCard>
  </>
)

/**
 * The HTML of the login page that the server writes into the page of an app: it takes letters while the app's scripts load, at the place of
 * the login page that they show. Only a build calls this (`servedLogin` of `packages/app-build`); the server fills in texts for each organisation.
 *
 * @public The build loads it by its path.
 */
export const drawServedLogin = (parts: ServedLoginParts): string => renderToStaticMarkup(<ServedLogin {...parts} />)
