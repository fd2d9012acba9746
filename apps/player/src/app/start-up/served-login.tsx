import barStyles from '@sitwell/app-shell/visitor-bar.module.css'
import type { MessageId, ServerMessageId } from '@sitwell/i18n/message-ids'
import { LoginForm } from '@sitwell/sign-in/login-form.tsx'
import signInStyles from '@sitwell/sign-in/sign-in.module.css'
import { LogoCard } from '@sitwell/sign-in/sign-in-card.tsx'
import { ButtonLink } from '@sitwell/ui/button-link.tsx'

/** What an organisation's login page is drawn with before any script runs. */
export interface ServedLoginParts {
  text(id: MessageId | ServerMessageId): string
  readonly hasLogo: boolean
  readonly canForget: boolean
}

/**
 * The login page as the server writes it into the page that it sends: it takes letters while the player's scripts load, and stands
 * where the login page then stands. Drawn by the build alone (`served-login-plugin.ts`), for every organisation to be filled in.
 */
export const ServedLogin = ({ text, hasLogo, canForget }: ServedLoginParts) => (
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
