//! Shuts the process off before any code of a check is in it. Each part is tried; what is in force is reported, and the
//! runner decides.

use aite_runtime::checks::wire::Confinement;

/// Gives up everything that a check does not need: files, network, other processes, rights.
///
/// What the process has open stays open.
pub fn confine() -> Confinement {
    #[cfg(target_os = "linux")]
    return linux::confine();
    #[cfg(not(target_os = "linux"))]
    return Confinement::default();
}

/// Makes the kernel answer this thread, and the processes that it starts from now on, as one without Landlock and
/// seccomp.
///
/// # Errors
/// The kernel cannot even pretend.
#[cfg(all(feature = "testing", target_os = "linux"))]
pub fn pretend_an_old_kernel() -> Result<(), Box<dyn std::error::Error>> {
    linux::pretend_an_old_kernel()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::error::Error;

    use aite_runtime::checks::wire::Confinement;
    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetStatus, Scope};
    use rustix::process::{
        DumpableBehavior, Gid, Resource, Rlimit, Signal, Uid, geteuid, set_dumpable_behavior,
        set_parent_process_death_signal, setrlimit,
    };
    use rustix::thread::{set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid};
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule,
    };

    /// `nobody`.
    const UNPRIVILEGED: u32 = 65534;

    /// Address space: the program itself, the engine's limit and its neighbours, with room.
    const ADDRESS_SPACE: u64 = 1 << 30;
    /// Seconds of processor time. Commands end sooner; this is for a process that nobody ends.
    const PROCESSOR: u64 = 600;

    pub(super) fn confine() -> Confinement {
        Confinement {
            unprivileged: drop_rights().is_ok() && !geteuid().is_root(),
            limits: limit().is_ok(),
            landlock: restrict().unwrap_or(false),
            // The last one to have a file of its own is above.
            seccomp: no_files().is_ok() && filter().is_ok(),
        }
    }

    fn drop_rights() -> rustix::io::Result<()> {
        if geteuid().is_root() {
            let (user, group) = (Uid::from_raw(UNPRIVILEGED), Gid::from_raw(UNPRIVILEGED));
            set_thread_groups(&[])?;
            set_thread_res_gid(group, group, group)?;
            set_thread_res_uid(user, user, user)?;
        }
        // Changing the user forgets it, so it comes after.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        set_no_new_privs(true)
    }

    fn limit() -> rustix::io::Result<()> {
        let limits = [
            (Resource::As, ADDRESS_SPACE),
            (Resource::Core, 0),
            (Resource::Cpu, PROCESSOR),
            (Resource::Fsize, 0),
            (Resource::Nproc, 0),
            (Resource::Memlock, 0),
        ];
        limits
            .into_iter()
            .try_for_each(|(resource, most)| at_most(resource, most))
    }

    /// Landlock itself needs a file, so this comes after it.
    fn no_files() -> rustix::io::Result<()> {
        at_most(Resource::Nofile, 0)
    }

    fn at_most(resource: Resource, most: u64) -> rustix::io::Result<()> {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit)
    }

    /// No file, no address, no other process: as much of it as the kernel knows.
    fn restrict() -> Result<bool, Box<dyn Error>> {
        let abi = ABI::V6;
        let status = Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// The system calls that computing, waiting, and speaking on standard input and output need. Any other is the end.
    fn filter() -> Result<(), Box<dyn Error>> {
        let free = [
            libc::SYS_brk,
            libc::SYS_clock_getres,
            libc::SYS_clock_gettime,
            libc::SYS_clock_nanosleep,
            libc::SYS_exit,
            libc::SYS_exit_group,
            libc::SYS_futex,
            libc::SYS_getpid,
            libc::SYS_getrandom,
            libc::SYS_gettid,
            libc::SYS_gettimeofday,
            libc::SYS_madvise,
            libc::SYS_mremap,
            libc::SYS_munmap,
            libc::SYS_nanosleep,
            libc::SYS_restart_syscall,
            libc::SYS_rt_sigaction,
            libc::SYS_rt_sigprocmask,
            libc::SYS_rt_sigreturn,
            libc::SYS_sched_yield,
            libc::SYS_sigaltstack,
        ];
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            free.into_iter().map(|call| (call, vec![])).collect();
        rules.insert(libc::SYS_read, vec![first_is(0)?]);
        for write in [libc::SYS_write, libc::SYS_writev] {
            rules.insert(write, vec![first_is(1)?, first_is(2)?]);
        }
        for map in [libc::SYS_mmap, libc::SYS_mprotect] {
            rules.insert(map, vec![not_executable()?]);
        }
        let filter = SeccompFilter::new(
            rules,
            SeccompAction::KillProcess,
            SeccompAction::Allow,
            std::env::consts::ARCH.try_into()?,
        )?;
        let program: BpfProgram = filter.try_into()?;
        seccompiler::apply_filter(&program)?;
        Ok(())
    }

    fn first_is(value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
        let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)?;
        SeccompRule::new(vec![condition])
    }

    /// Memory that is never code.
    fn not_executable() -> Result<SeccompRule, seccompiler::BackendError> {
        const EXECUTABLE: u64 = 4;
        let condition =
            SeccompCondition::new(2, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(EXECUTABLE), 0)?;
        SeccompRule::new(vec![condition])
    }

    #[cfg(feature = "testing")]
    pub(super) fn pretend_an_old_kernel() -> Result<(), Box<dyn Error>> {
        const NO_SUCH_CALL: u32 = 38;
        let calls = [libc::SYS_landlock_create_ruleset, libc::SYS_seccomp];
        let filter = SeccompFilter::new(
            calls.into_iter().map(|call| (call, vec![])).collect(),
            SeccompAction::Allow,
            SeccompAction::Errno(NO_SUCH_CALL),
            std::env::consts::ARCH.try_into()?,
        )?;
        let program: BpfProgram = filter.try_into()?;
        seccompiler::apply_filter(&program)?;
        Ok(())
    }
}
