import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** CBOR of what an authenticator says: whole numbers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, each]) => {
    if (typeof each !== 'number' && typeof each !== 'string' && !Buffer.isBuffer(each) && !(each instanceof Map)) {
      throw new Error('Not for this encoder.')
    }
    return [cbor(key), cbor(each)]
  })
  return Buffer.concat([head(5, value.size), ...parts])
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}

const FLAGS = { present: 1, verified: 4, attested: 64 } as const

interface Kept {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly key: KeyObject
  counter: number
}

/** What a page is given by the server. */
export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}
export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

interface Ceremony {
  /** Where the page is, as the browser says it. */
  readonly origin: string
  /** Whether face, finger or code were checked. */
  readonly verified?: boolean
}

/** A phone's authenticator: keeps discoverable ES256 keys, and does whatever it is asked to, wrong things too. */
export class Authenticator {
  readonly keys: Kept[] = []

  /** `known`: under the name of this key, which the server has already. */
  make({ challenge, rp, user }: CreationOptions, { origin, verified = true }: Ceremony, known?: Kept) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const id = known ? Buffer.from(known.id, 'base64url') : randomBytes(32)
    const cose = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)])
    const authData = Buffer.concat([authenticatorData(rp.id, FLAGS.attested, verified, 0), attested])
    const object = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const name = id.toString('base64url')
    this.keys.push({ id: name, rpId: rp.id, userHandle: user.id, key: privateKey, counter: 0 })
    return {
      id: name,
      rawId: name,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: cbor(object).toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  /** With the latest key, unless told which. */
  use({ challenge, rpId }: RequestOptions, { origin, verified = true }: Ceremony, kept = this.keys.at(-1)) {
    if (!kept) throw new Error('This authenticator has no key.')
    kept.counter += 1
    const authData = authenticatorData(rpId, 0, verified, kept.counter)
    const clientDataJSON = clientData('webauthn.get', challenge, origin)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([authData, hash]), kept.key)
    return {
      id: kept.id,
      rawId: kept.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: kept.userHandle,
      },
      clientExtensionResults: {},
    }
  }
}

function authenticatorData(rpId: string, more: number, verified: boolean, counter: number): Buffer {
  const flags = FLAGS.present | (verified ? FLAGS.verified : 0) | more
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counted])
}

const clientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
