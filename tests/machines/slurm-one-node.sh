#!/bin/sh
# Runs a command with a Slurm of one node, this machine, that is stopped afterwards. For tests: the daemons need root,
# and there is no authentication (Debian: slurm-wlm).
#   slurm-one-node.sh FOLDER COMMAND..
set -eu
folder=$1
shift
mkdir -p "$folder/state" "$folder/spool"
host=$(hostname -s)
cat >"$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$folder/slurm.conf"
slurmctld -D -c >"$folder/slurmctld.out" 2>&1 &
controller=$!
slurmd -D -c >"$folder/slurmd.out" 2>&1 &
node=$!
stop() {
    kill "$node" "$controller" 2>/dev/null || true
    wait "$node" "$controller" 2>/dev/null || true
}
trap stop EXIT
tries=0
until sinfo -h -o %t 2>/dev/null | grep -q idle; do
    tries=$((tries + 1))
    if [ "$tries" -gt 60 ]; then
        echo "the node does not come up; see $folder/slurmctld.log and $folder/slurmd.log" >&2
        exit 1
    fi
    sleep 1
done
"$@"
