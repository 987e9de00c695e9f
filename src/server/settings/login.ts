import { isIP } from 'node:net'
import { isLocal, isLocalHost, readUrl, refuse, type Variables } from './variables.ts'

/** How members prove who they are: at a provider elsewhere, by passkeys here, or not at all, for a trial. */
export type Login = 'external' | 'accounts' | 'trial'

export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** How the secret is sent to the provider; null: as it announces. */
  clientAuth: 'basic' | 'post' | null
  /** Where members change their password. */
  accountUrl: string
}

export interface LoginSettings {
  /** null: as the league in the database needs it. */
  login: Login | null
  /** null: members log in on the server's own pages. */
  oidc: OidcProvider | null
  /** Whether other machines may use the login that has no passwords. */
  demoLoginEverywhere: boolean
}

function readOidc(variables: Variables): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables
  if (!issuer && !clientId && !clientSecret) return null
  const together = 'is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together'
  if (!issuer) return refuse('OIDC_ISSUER', together)
  if (!clientId) return refuse('OIDC_CLIENT_ID', together)
  if (!clientSecret) return refuse('OIDC_CLIENT_SECRET', together)
  const url = readUrl('OIDC_ISSUER', issuer)
  if (url.protocol !== 'https:' && !isLocal(url)) refuse('OIDC_ISSUER', 'must be an https URL')
  // Keycloak's address, by default.
  const accountUrl = variables.OIDC_ACCOUNT_URL ?? `${issuer.replace(/\/$/, '')}/account`
  const clientAuth = variables.OIDC_CLIENT_AUTH ?? null
  return { issuer, clientId, clientSecret, clientAuth, accountUrl: readUrl('OIDC_ACCOUNT_URL', accountUrl).href }
}

export function readLogin(
  variables: Variables,
  { production, host }: { production: boolean; host: string },
): LoginSettings {
  const provider = readOidc(variables)
  const login = readKind(variables, provider !== null, production)
  const settings = {
    login,
    oidc: login === 'external' ? provider : null,
    demoLoginEverywhere: variables.DEMO_LOGIN === 'everywhere',
  }
  if (login === 'trial') refuseOpenTrial({ ...settings, host })
  return settings
}

function readKind({ LOGIN }: Variables, hasProvider: boolean, production: boolean): Login | null {
  if (LOGIN === 'external') return hasProvider ? LOGIN : refuse('OIDC_ISSUER', 'is missing, and LOGIN is external')
  if (LOGIN === 'accounts') return LOGIN
  if (LOGIN === 'trial') {
    return production
      ? refuse('LOGIN', 'cannot be trial: the demo login has no passwords and never runs with NODE_ENV=production')
      : LOGIN
  }
  if (hasProvider) return 'external'
  return production ? 'accounts' : null
}

/** Decides where LOGIN is not set: a real league has accounts, the demo has a button for each member. */
export function resolveLoginMethod(settings: LoginSettings & { host: string }, hasOwnLeague: boolean): Login {
  const login = settings.login ?? (hasOwnLeague ? 'accounts' : 'trial')
  if (login === 'trial') refuseOpenTrial(settings)
  return login
}

function refuseOpenTrial({
  host,
  demoLoginEverywhere,
}: Pick<LoginSettings, 'demoLoginEverywhere'> & { host: string }): void {
  if (isLocalHost(host) || demoLoginEverywhere) return
  refuse(
    'HOST',
    `${host} lets other machines in, and the demo login has no passwords: set DEMO_LOGIN=everywhere if they may act as any member, or OIDC_ISSUER, or LOGIN=accounts`,
  )
}

/** Why no browser makes a passkey for this origin, in words; null: it does. */
export function whyNoPasskeys(publicUrl: string): string | null {
  const url = new URL(publicUrl)
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) > 0) {
    return `Passkeys belong to a host name, and ${url.origin} is a bare address.`
  }
  return url.protocol === 'https:' || isLocal(url) ? null : `Passkeys need https, and ${url.origin} is not.`
}
