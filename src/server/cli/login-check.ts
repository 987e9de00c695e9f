import { checkLogin } from '../login/login-check.ts'
import { type Command, Refused } from './command.ts'

export const loginCheck: Command = {
  name: 'login-check',
  takes: '',
  summary: 'try the identity provider as the settings have it, and say what to change',
  help: `With the OIDC_ variables and PUBLIC_URL of the server: discovers the provider, reads its keys, shows it the client
and the redirect address, and looks for verified e-mail addresses. No one is logged in, and nothing is changed.`,
  options: {},
  words: [0, 0],
  async run({ env: { oidc, publicUrl }, terminal }) {
    if (!oidc) throw new Refused('OIDC_ISSUER is not set, so there is no identity provider to try.')
    let wrong = 0
    for await (const { isRight, sentence } of checkLogin({ ...oidc, publicUrl })) {
      terminal.say(`${isRight ? 'ok   ' : 'wrong'}  ${sentence}`)
      if (!isRight) wrong += 1
    }
    if (wrong > 0) throw new Refused(wrong === 1 ? 'One thing is wrong.' : `${wrong} things are wrong.`)
  },
}
