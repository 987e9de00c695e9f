import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { join } from 'node:path'
import { removeFolder, temporaryFolder } from './demo-league.ts'
import { isRunning, projectRoot } from './league-server.ts'

const NGINX = spawnSync('nginx', ['-v']).status === 0 ? 'nginx' : '/usr/sbin/nginx'

/** Both are Debian packages; where one is missing, the tests that need them are left out. */
export const hasNginx = spawnSync(NGINX, ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** One plain request, whatever the certificate says. */
export const ask = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? overHttps : overHttp
    const sent = send(url, { headers, rejectUnauthorized: false, agent: false }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
    })
    sent.on('error', reject)
    sent.end()
  })

export interface Nginx {
  stop(): Promise<void>
}

/** Runs nginx with one of the files of `deploy`, changed only in ports, certificate and folder. */
export const startNginx = async (file: string, replace: Record<string, string>): Promise<Nginx> => {
  const folder = await temporaryFolder()
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'ignore' },
  )
  let site = await readFile(join(projectRoot, 'deploy', file), 'utf8')
  const changes = {
    ...replace,
    '/etc/letsencrypt/live/pool.example.org/fullchain.pem': certificate,
    '/etc/letsencrypt/live/pool.example.org/privkey.pem': key,
  }
  for (const [from, to] of Object.entries(changes)) {
    if (!site.includes(from)) throw new Error(`deploy/${file} no longer says: ${from}`)
    site = site.replaceAll(from, to)
  }
  await writeFile(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log stderr warn;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      include /etc/nginx/mime.types;
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      include ${folder}/site.conf;
    }`,
  )
  let printed = ''
  const nginx: ChildProcess = spawn(NGINX, ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  nginx.stderr?.on('data', (text) => {
    printed += text
  })
  const stop = async () => {
    if (isRunning(nginx)) {
      nginx.kill('SIGQUIT')
      await once(nginx, 'exit')
    }
    await removeFolder(folder)
  }
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (!isRunning(nginx)) break
    const pid = await readFile(join(folder, 'nginx.pid'), 'utf8').catch(() => '')
    if (pid.trim() !== '') return { stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await stop()
  throw new Error(`nginx did not start.\n${printed}`)
}
