import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const DIGEST = /@sha256:[0-9a-f]{64}$/

const words = (text: string) => text.split(/\s+/)
const OTHERS_OF_OX =
  words(`android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf
    linux-arm-musleabihf linux-arm64-musl linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl
    linux-s390x-gnu linux-x64-musl openharmony-arm64 win32-arm64-msvc win32-ia32-msvc
    win32-x64-msvc`)

describe('package-lock.json', () => {
  const lock = z
    .object({
      packages: z.record(
        z.string(),
        z.looseObject({
          version: z.string().optional(),
          integrity: z.string().optional(),
          dev: z.boolean().optional(),
          optional: z.boolean().optional(),
        }),
      ),
    })
    .parse(JSON.parse(read('package-lock.json')))
  const installed = Object.entries(lock.packages).filter(([place]) => place !== '')

  // Parts of development tools for other systems and processors. The registry that made this lock does not serve them, so their
  // hashes are unknown here; npm on such a machine accepts them as its registry serves them.
  const NOT_SERVED: Readonly<Record<string, readonly string[]>> = {
    '@oxc-parser/binding-':
      words(`android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf
    linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu
    openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc`),
    '@oxfmt/binding-': OTHERS_OF_OX,
    '@oxlint/binding-': OTHERS_OF_OX,
    '@oxlint-tsgolint/': words('darwin-arm64 darwin-x64 win32-arm64 win32-x64'),
    '@swc/core-':
      words(`darwin-arm64 darwin-x64 linux-arm-gnueabihf linux-ppc64-gnu linux-s390x-gnu win32-arm64-msvc
    win32-ia32-msvc win32-x64-msvc`),
  }

  it('has a hash for every package except those that were not served', () => {
    const allowed = new Set(
      Object.entries(NOT_SERVED).flatMap(([family, names]) =>
        names.map((name) => `node_modules/${family}${name}`),
      ),
    )
    const without = installed.filter(([, entry]) => entry.integrity === undefined).map(([place]) => place)
    expect(without.filter((place) => !allowed.has(place))).toEqual([])
  })

  it('has a hash for everything installed in production', () => {
    const shipped = installed.filter(([, entry]) => entry.dev !== true)
    expect(shipped.length).toBeGreaterThan(100)
    expect(shipped.filter(([, entry]) => entry.integrity?.startsWith('sha512-') !== true)).toEqual([])
  })
})

describe('the list of packages in the image', () => {
  const schema = z.object({
    bomFormat: z.literal('CycloneDX'),
    serialNumber: z.undefined().optional(),
    metadata: z.looseObject({
      timestamp: z.undefined().optional(),
      component: z.looseObject({ name: z.string() }),
    }),
    components: z.array(
      z.looseObject({
        'bom-ref': z.string(),
        purl: z.string(),
        hashes: z.array(z.object({ alg: z.string(), content: z.string() })),
      }),
    ),
    dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
  })

  it('has every package that runs in production, with its hash, and none that only development uses', () => {
    const made = execFileSync('npm', ['run', '-s', 'sbom'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64_000_000,
    })
    const bom = schema.parse(JSON.parse(made))
    const lock = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>
    }
    const shipped = Object.entries(lock.packages).flatMap(([place, { version, dev, link }]) => {
      const name = place.split('node_modules/').at(-1) ?? ''
      return name === '' || dev === true || link === true
        ? []
        : [`pkg:npm/${name.replace('@', '%40')}@${version}`]
    })
    expect(bom.components.map(({ purl }) => String(purl.split('?')[0])).toSorted()).toEqual(
      [...new Set(shipped)].toSorted(),
    )
    expect(bom.components.filter(({ hashes }) => hashes.length === 0)).toEqual([])
    const refs = new Set(bom.components.map((one) => one['bom-ref']))
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  })

  it('is made with the image and comes with it', () => {
    const dockerfile = read('Dockerfile')
    expect(dockerfile).toContain('npm run -s sbom > sbom.cdx.json')
    expect(dockerfile).toMatch(/COPY --from=build .*\/app\/sbom\.cdx\.json/)
  })
})

describe('docker-compose.yml', () => {
  const service = z.looseObject({
    image: z.string().optional(),
    build: z.object({ additional_contexts: z.record(z.string(), z.string()) }).optional(),
    read_only: z.literal(true),
    cap_drop: z.tuple([z.literal('ALL')]),
    cap_add: z.undefined().optional(),
    privileged: z.undefined().optional(),
    security_opt: z.tuple([z.literal('no-new-privileges:true')]),
    mem_limit: z.string(),
    pids_limit: z.number(),
    cpus: z.union([z.number(), z.string()]),
    networks: z.array(z.string()).min(1),
    ports: z.array(z.string()).default([]),
    deploy: z.object({ replicas: z.union([z.number(), z.string()]) }).optional(),
  })
  const compose = z
    .object({
      services: z.record(z.string(), service),
      networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
    })
    .parse(parse(read('docker-compose.yml'), { merge: true }))
  const services = Object.entries(compose.services)

  it('pins every image by its digest', () => {
    const images = services.flatMap(([, { image, build }]) => [
      ...(image === undefined ? [] : [image]),
      ...Object.values(build?.additional_contexts ?? {}),
    ])
    expect(images.length).toBeGreaterThanOrEqual(services.length)
    expect(images.filter((image) => !DIGEST.test(image))).toEqual([])
  })

  it('pins the image that the Dockerfile starts from, with the Node that the tests run on', () => {
    const from = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
    const expected = `node:${dependencies.node}-bookworm-slim`
    expect(new Set(from)).toEqual(new Set([expected]))
    const pinned = compose.services['app']?.build?.additional_contexts[expected]
    expect(pinned?.replace(DIGEST, '')).toBe(`docker-image://docker.io/library/${expected}`)
  })

  it('runs with the flags of `npm start`, with which its code was compiled', () => {
    const flagsIn = (text = '') =>
      [...new Set(text.match(/--(?:max-semi|initial-old|heap-growing)[\w-]+=\d+/g))].toSorted()
    const [compiling, running] = read('Dockerfile')
      .split(/^FROM .*$/m)
      .slice(1)
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string; lunchpail: string } }
    expect(flagsIn(running)).toHaveLength(3)
    expect(flagsIn(compiling)).toEqual(flagsIn(running))
    expect(flagsIn(scripts.start)).toEqual(flagsIn(running))
    expect(flagsIn(scripts.lunchpail)).toEqual(flagsIn(running))
    expect(running).toContain('USER node')
  })

  it('lets only the app reach the database, and the database nothing', () => {
    const withDatabase = services.filter(([, { networks }]) => networks.includes('back'))
    expect(withDatabase.map(([name]) => name)).toEqual(['app', 'worker', 'postgres'])
    expect(compose.services['postgres']?.networks).toEqual(['back'])
    expect(compose.networks['back']).toEqual({ internal: true })
    expect(compose.networks['model']).toEqual({ internal: true })
  })

  it('runs as many of the app as APP_SCALE says, and one worker', () => {
    const scaled = services.flatMap(([name, { deploy }]) => (deploy ? [[name, deploy.replicas]] : []))
    expect(scaled).toEqual([
      ['app', '${APP_SCALE:-1}'],
      ['worker', 1],
    ])
  })

  it('gives the containers that start processes an init, which collects the exit statuses of orphans', () => {
    expect(compose.services['app']).toMatchObject({ init: true })
    expect(compose.services['worker']).toMatchObject({ init: true })
  })

  it('publishes ports on this machine only', () => {
    const ports = services.flatMap(([, service]) => service.ports)
    expect(ports.length).toBeGreaterThan(0)
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  })
})

describe('docs/threats.md', () => {
  it('names only existing test files', () => {
    const named = [...read('docs/threats.md').matchAll(/`([\w./-]+\.(?:test|e2e|fault)\.tsx?)`/g)].map(
      ([, file]) => file ?? '',
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  })
})
