// The manifests for Kubernetes: put together by kustomize where kubectl is here, and read as they
// stand otherwise. Whatever one refers to is declared by another or is a secret that the operator
// makes; every pod is shut in, every role has probes and survives the loss of a machine.

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  DEPLOY,
  isInstalled,
  parseYaml,
  readText,
  type Tree,
  treesOf,
  wordsOf,
} from "./deploy-files.ts";

const [kustomization] = parseYaml(readText("deploy/kustomization.yaml"));
const objects = wordsOf(kustomization?.resources).flatMap((path) =>
  parseYaml(readText(`deploy/${path}`)),
);
const nameOf = (object: Tree | undefined) => String(object?.metadata?.name);
const spaceOf = (object: Tree | undefined) => String(object?.metadata?.namespace);
const ofKind = (...kinds: string[]) => objects.filter(({ kind }) => kinds.includes(String(kind)));
const workloads = ofKind("Deployment", "StatefulSet");
const podOf = (workload: Tree) => workload.spec?.template?.spec;
const containersOf = (workload: Tree) => treesOf(podOf(workload)?.containers);
/** Made by the operator beforehand, and never written down here. */
const SECRETS = ["truetick", "postgres", "truetick-tls"];
const ROLES = ["engine", "feed", "gateway", "jobs"];

describe("the manifests", () => {
  it.skipIf(!isInstalled("kubectl"))("are put together by kustomize, with the image's tag", () => {
    const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", DEPLOY]);
    expect([status, String(stderr)]).toEqual([0, ""]);
    const built = parseYaml(String(stdout));
    const generated = treesOf(kustomization?.configMapGenerator).length;
    expect(built).toHaveLength(objects.length + generated);
    const images = built.flatMap((one) => treesOf(one.spec?.template?.spec?.containers));
    const ours = images.map(({ image }) => String(image)).filter((image) => /truetick/.test(image));
    expect(ours).toHaveLength(ROLES.length);
    for (const image of ours) expect(image).toMatch(/:\d+\.\d+\.\d+$/);
  });

  it("have no two objects of one name, and none outside of the two namespaces", () => {
    const spaces = ofKind("Namespace").map(nameOf);
    const spaced = objects.filter(({ kind }) => String(kind) !== "Namespace");
    expect(spaced.filter((one) => !spaces.includes(spaceOf(one)))).toEqual([]);
    const names = spaced.map((one) => `${one.kind} ${spaceOf(one)}/${nameOf(one)}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("write no secret down", () => {
    expect(ofKind("Secret")).toEqual([]);
    const values = workloads.flatMap(containersOf).flatMap(({ env }) => treesOf(env));
    const secret = values.filter(({ name }) =>
      /PASSWORD|TOKEN|KEY|DATABASE_URL/.test(String(name)),
    );
    expect(secret.filter(({ valueFrom }) => !valueFrom?.secretKeyRef)).toEqual([]);
  });
});

describe("every pod", () => {
  it.each(workloads.map((one) => [nameOf(one), one] as const))("%s is shut in", (_, workload) => {
    const pod = podOf(workload);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    });
    for (const container of containersOf(workload)) {
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        resources: { requests: expect.anything(), limits: { memory: expect.anything() } },
        livenessProbe: expect.anything(),
        readinessProbe: expect.anything(),
      });
    }
  });

  it.each(workloads.map((one) => [nameOf(one), one] as const))(
    "%s refers to nothing that is not there",
    (_, workload) => {
      const space = spaceOf(workload);
      const maps = [
        ...ofKind("ConfigMap")
          .filter((one) => spaceOf(one) === space)
          .map(nameOf),
        ...treesOf(kustomization?.configMapGenerator)
          .filter(({ namespace }) => String(namespace) === space)
          .map(({ name }) => String(name)),
      ];
      const claims = [
        ...ofKind("PersistentVolumeClaim").map(nameOf),
        ...treesOf(workload.spec?.volumeClaimTemplates).map(nameOf),
      ];
      const volumes = treesOf(podOf(workload)?.volumes);
      for (const { configMap, persistentVolumeClaim } of volumes) {
        if (configMap) expect(maps).toContain(String(configMap.name));
        if (persistentVolumeClaim)
          expect(claims).toContain(String(persistentVolumeClaim.claimName));
      }
      const known = [...volumes.map(({ name }) => String(name)), ...claims];
      for (const container of containersOf(workload)) {
        for (const { name } of treesOf(container.volumeMounts))
          expect(known).toContain(String(name));
        for (const { secretRef, configMapRef } of treesOf(container.envFrom)) {
          if (secretRef) expect(SECRETS).toContain(String(secretRef.name));
          if (configMapRef) expect(maps).toContain(String(configMapRef.name));
        }
        const ports = treesOf(container.ports).map(({ name }) => String(name));
        for (const probe of [
          container.livenessProbe,
          container.readinessProbe,
          container.startupProbe,
        ]) {
          if (probe?.httpGet) expect(ports).toContain(String(probe.httpGet.port));
        }
      }
      const labels = workload.spec?.template?.metadata?.labels;
      expect(labels).toMatchObject({ ...workload.spec?.selector?.matchLabels });
    },
  );
});

describe("every role", () => {
  const deployed = ofKind("Deployment").filter((one) => spaceOf(one) === "truetick");

  it("has one Deployment of at least two, and a budget that keeps all but one", () => {
    expect(deployed.map(nameOf).sort()).toEqual(ROLES);
    for (const one of deployed) {
      const [container] = containersOf(one);
      const role = treesOf(container?.env).find(({ name }) => String(name) === "ROLES");
      expect([nameOf(one), role?.value]).toEqual([nameOf(one), nameOf(one)]);
      expect(Number(one.spec?.replicas)).toBeGreaterThanOrEqual(2);
      expect(container).toMatchObject({
        livenessProbe: { httpGet: { path: "/healthz" } },
        readinessProbe: { httpGet: { path: "/readyz" } },
        startupProbe: { httpGet: { path: "/healthz" } },
      });
      const budget = ofKind("PodDisruptionBudget").find((each) => nameOf(each) === nameOf(one));
      expect(budget?.spec).toMatchObject({ maxUnavailable: 1, selector: one.spec?.selector });
    }
  });

  it("is reached by what may reach it, and by nobody else", () => {
    const policies = ofKind("NetworkPolicy");
    const closed = policies.filter(({ spec }) => !spec?.ingress && !spec?.egress);
    expect(closed.map(spaceOf).sort()).toEqual(["truetick", "truetick-ground"]);
    const services = ofKind("Service").map(nameOf);
    const backends = ofKind("Ingress").flatMap(({ spec }) =>
      treesOf(spec?.rules).flatMap(({ http }) => treesOf(http?.paths)),
    );
    expect(backends.length).toBeGreaterThan(3);
    for (const { backend } of backends) expect(services).toContain(String(backend?.service?.name));
    const guarded = (path: string) =>
      ofKind("Ingress").find(({ spec }) =>
        treesOf(spec?.rules).some(({ http }) =>
          treesOf(http?.paths).some((each) => String(each.path) === path),
        ),
      )?.metadata?.annotations?.["nginx.ingress.kubernetes.io/whitelist-source-range"];
    for (const path of ["/desk", "/v1/api/desk", "/metrics", "/readyz"]) {
      expect([path, guarded(path)]).toEqual([path, expect.any(String)]);
    }
    for (const { metadata } of ofKind("Ingress")) {
      const again = metadata?.annotations?.["nginx.ingress.kubernetes.io/proxy-next-upstream"];
      if (String(metadata?.name) !== "truetick-closed") expect(again).toBe("off");
    }
  });
});
