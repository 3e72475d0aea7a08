// The settings of our own PostgreSQL, given on its command line so that no file can drift from
// them. Sized for a small machine; who needs more brings a PostgreSQL of their own (DATABASE_URL).

/** Of one server: its pool, its own connections, and some to look with. */
const CONNECTIONS_MAX = 60;

/** Invariants: reachable through its socket only; a commit that was answered is on disk. */
export function postgresArguments({
  clusterDir,
  socketDir,
  connectionsMax = CONNECTIONS_MAX,
}: {
  readonly clusterDir: string;
  readonly socketDir: string;
  readonly connectionsMax?: number | undefined;
}): string[] {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    max_connections: String(connectionsMax),
    shared_buffers: "128MB",
    effective_cache_size: "1GB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    max_wal_size: "1GB",
    min_wal_size: "80MB",
    checkpoint_completion_target: "0.9",
    random_page_cost: "1.1",
    timezone: "UTC",
    log_timezone: "UTC",
    log_destination: "stderr",
    logging_collector: "off",
    log_line_prefix: "",
    // Terse, and never the statement: details and statements quote what users typed.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    lc_messages: "C",
  };
  return [
    "-D",
    clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/** Only names the socket's file: nothing listens on it. */
export const SOCKET_PORT = 5432;
