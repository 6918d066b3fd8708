{{- define "chaintill.labels" -}}
app.kubernetes.io/name: chaintill
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "chaintill.selector" -}}
app.kubernetes.io/name: chaintill
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "chaintill.image" -}}
{{ required "image.repository is needed" .Values.image.repository }}@{{ required "image.digest is needed" .Values.image.digest }}
{{- end }}

{{- define "chaintill.bounds" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "chaintill.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end }}
